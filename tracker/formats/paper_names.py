"""Under which names the JSON and YAML of services and programs keep what they tell of a paper; the first counts."""

TITLES = (
    *("title", "display_name", "Title", "paper_title", "paper.title", "name", "titles.0", "titles.0.title", "title_s"),
    *("original-title", "title_display"),
)
ABSTRACTS = (
    *("abstract", "abstractNote", "Abstract", "summary", "paper.abstract", "abstracts.0.value", "abstractText"),
    *("abstract_s", "content_text", "content_html", "descriptions.0.description", "description"),
)
AUTHORS = (
    *("authors", "author", "authorships", "creators", "Authors", "Author", "author_list", "paper.authors"),
    *("authFullName_s", "authorString", "author_display", "z_authors", "creator", "editor"),
)
YEARS = (
    *("year", "publication_year", "Year", "issued", "published", "published-print", "published-online", "date"),
    *("publicationYear", "yearPublished", "year_published", "pubYear", "producedDateY_i", "earliest_date", "coverDate"),
    *(
        "date-released",
        "publication_date",
        "publicationDate",
        "pubdate",
        "posted",
        "created_at",
        "submitted",
        *("date_published", "publishedAt", "update_date"),
    ),
)
VENUES = (
    *("container-title", "venue", "journal", "primary_location.source.display_name", "host_venue.display_name"),
    *("publicationVenue.name", "conference", "booktitle", "publicationTitle", "proceedingsTitle", "event-title"),
    *("journal-title", "journalTitle", "journalTitle_s", "journalInfo.journal.title", "parent.title"),
    *("publication_info.0.journal_title", "collection-title", "venue_name", "event.name", "event", "publicationName"),
    *(
        "publication_title",
        "fulljournalname",
        "journal_name",
        "pub",
        "proceeding",
        "ParentTitle",
        "source.title",
        "source",
    ),
)
DOIS = ("doi", "DOI", "externalIds.DOI", "ids.doi", "identifiers.doi", "serial-number.doi", "dois.0.value", "doiId_s")
ARXIVS = (
    "arxiv_id",
    "externalIds.ArXiv",
    "arxiv",
    "arxivId",
    "eprint",
    "serial-number.arxiv",
    "arXiv",
    "arxiv_eprints.0.value",
    "arxivId_s",
)
PDFS = (
    "pdf_url",
    "openAccessPdf.url",
    "best_oa_location.pdf_url",
    "primary_location.pdf_url",
    "pdf",
    "pdf_link",
    *("downloadUrl", "url_pdf", "best_oa_location.url_for_pdf"),
)
CODES = ("code_url", "github", "code", "repo", "repository", "repository-code", "code_link")
PROJECTS = ("project_url", "project", "website", "homepage", "project_page")
PAGES_AT = (
    "https",
    "url",
    "URL",
    "link",
    "site",
    "landing_page_url",
    "primary_location.landing_page_url",
    "html_url",
    "uri_s",
    "ee",
    *("paper_url", "url_abs"),
)
OPENREVIEW = ("openreview_id", "openreview", "forum", "openreview_url", "forum_id")
KEYS = ("citation-key", "citationKey", "bibtex_key", "citekey", "key", "ref", "id", "paperId", "ID")
KEYWORDS = (
    "keywords",
    "keyword",
    "Keywords",
    "subject",
    "subjects",
    "topics",
    "concepts",
    "fieldsOfStudy",
    "index_terms.author_terms.terms",
)
