"""What speaks for and against a token being the name an abstract introduces, found by counting and not by opinion.

The weights are those of a softmax over each abstract's candidates, fitted by gradient descent to the names in 1,887
"Name: …" titles of the ACL Anthology and to every other "Name: …" title of a sample of ICML 2025. `ENOUGH` is where
a name is likelier right than not to be worth showing. Refitting needs only `names.candidates`.
"""

WEIGHTS = {
    "repository": 2.14,
    "called": 2.01,
    "gloss": 1.86,
    "direct": 1.74,
    "shape_caps": 1.6,
    "shape_camel": 1.34,
    "apposition": 1.27,
    "colon": 1.15,
    "in_maker": 1.09,
    "does": 1.05,
    "using": 1.02,
    "our": 0.98,
    "bracketed_made": 0.69,
    "shape_caps_digit": 0.59,
    "often": 0.58,
    "subject_again": 0.55,
    "subject": 0.45,
    "noun_after": 0.33,
    "expanded_direct": 0.31,
    "phrase_apposition": 0.28,
    "expands": 0.27,
    "expanded_capitals": 0.22,
    "late": 0.19,
    "expanded": 0.19,
    "expanded_bracketed_made": 0.17,
    "bracketed": 0.13,
    "noun": 0.12,
    "opens": 0.11,
    "title_direct": 0.09,
    "twice": 0.08,
    "shape_hyphenated": -0.1,
    "plain_noun": -0.18,
    "title_called": -0.23,
    "expanded_small": -0.25,
    "expanded_early": -0.35,
    "typical": -0.36,
    "first_word_subject": -0.44,
    "shape_mixed": -0.53,
    "near": -0.59,
    "title_subject": -0.6,
    "once": -0.65,
    "in_it": -0.9,
    "listed": -0.91,
    "phrase_direct": -1.15,
    "early": -1.2,
    "title_apposition": -1.23,
    "cited": -1.29,
    "early_and_made": -1.34,
    "contrast": -1.38,
    "shape_single": -1.46,
    "phrase_called": -1.54,
    "short": -1.82,
    "also_small": -2.03,
    "shape_phrase": -2.37,
    "shape_title": -2.54,
    "shape_first_word": -2.61,
    "familiar": -2.96,
}

ENOUGH = 3.0

# Models, data sets, fields and opening words that abstracts mention without introducing them.
FAMILIAR = frozenset(
    """
NLP BERT BLEU F1 MT NMT LSTM QA CNN SemEval NER WordNet POS ASR WMT RNN IWSLT SMT RoBERTa SVM LM CRF ROUGE AI
NLI NLG COVID-19 XML NLU API SQuAD KG SOTA ELMo GPT GPT-2 GPT-3 GPT-4 GPT-4o GPT-4V KB GLUE FrameNet AMR CoNLL
BiLSTM UD TED WSD IR MWE PLM ACL OOV WER Seq2Seq GEC BART NIST LR MRC SRL IE GloVe OCR TV US T5 TF-IDF ML TER
DNN RDF XLNet RL DA METEOR Word2Vec RST GRU Bi-LSTM GCN SQL PubMed RE ABSA MLM EU YouTube QE VQA TM GPU CPU
FEVER ST BPE LDA TTS GitHub VAE OntoNotes ACE fastText EM FastText ID ALBERT UK GAN STS NN MTL HMM IBM BM25 TREC
ConceptNet MAP NL HTML RMSE NP KD IMDB RTE DistilBERT ELECTRA GUI fMRI GNN URL PageRank OWL KL MRR AUC OOD EHR
XLM MLP MNLI XGBoost SGD CFG PDF TensorFlow PyTorch JAX CUDA SDP MLE PAC LLM VLM MLLM LMM LVLM LRM MoE ViT CLIP
DINO DINOv2 SAM ImageNet CIFAR CIFAR-10 CIFAR-100 MNIST COCO MS-COCO Transformer Transformers ResNet ResNet-50
UNet U-Net DiT SD SDXL FLUX DALL-E LoRA PEFT RLHF RLAIF DPO PPO GRPO SFT RAG CoT ToT ICL MCTS ARC ARC-AGI MATH
GSM8K AIME MMLU HumanEval MBPP Llama LLaMA Llama-2 Llama-3 LLaMA-2 LLaMA-3 Llama2 Llama3 LLaMA2 LLaMA3 LLaVA
Qwen Qwen2 Qwen2.5 Qwen-VL Gemma Gemma2 Mistral Mixtral DeepSeek DeepSeek-R1 DeepSeek-V3 Claude Claude-3.5
Gemini OpenAI ChatGPT o1 o3 Kimi Phi-3 Mamba RWKV SSM RNNs KV MDP POMDP CMDP MARL IRL TD DQN SAC TRPO UCB TS BO
GP NTK ODE SDE PDE PINN FNO DDPM DDIM MCMC HMC SVGD SVI ELBO KL-divergence MMD OT IPM NeRF 3DGS GS SLAM SMILES
DNA RNA mRNA MRI CT EEG ECG IoT FL DP SSL TTA TTT UDA DG CL MIL AUROC FID PSNR SSIM IID i.i.d SO SE SU GL IoU
mAP NP-hard SoTA ATE CATE SCM DAG CI PTQ QAT INT4 INT8 FP8 FP16 FLOPs FLOP BN LN ReLU Softmax Adam AdamW SAE
MLLM-based PRM ORM BDC VB VF STEM QA-pair JSON HTTP GLM GPUs TPU TPUs NVIDIA A100 H100 MuJoCo Atari D4RL
Minecraft WebArena SWE-bench Wikipedia Reddit Twitter Stanford Google Microsoft Meta Facebook Amazon Bayesian
Gaussian Markov Euclidean Riemannian Hilbert Wasserstein Lipschitz Fourier Laplacian Laplace Bregman Poisson
Langevin Bellman Nash Shapley Thompson Pareto Fisher Hessian Jacobian Kullback-Leibler Lyapunov Lagrangian Monte
Carlo English Chinese German French Spanish Arabic Hindi Japanese Russian Korean Python Java Lean Coq Isabelle
Linux Android Chrome Github Code Experiments Experimental Extensive Empirically Theoretically However Moreover
Furthermore Additionally While Despite Although Existing Recent Our The This These Those Here There Their They
It Its In On To For By With From Through Under Unlike Using Based Given Such When Where What Why How Which Who
As At An And Or But Not No Also Both Each Many Most Some Several Specifically Notably Finally First Second Third
Further Then Thus Hence Therefore Consequently Instead Overall Importantly Interestingly Surprisingly Motivated
Inspired Leveraging Building Compared Results Data Position I We Abstract Introduction Figure Table Section
Appendix January Multi-Task Cross-Lingual Fine-Grained Encoder-Decoder Post-Editing Part-of-Speech Short-Term
English-German
    """.split()  # noqa: SIM905
)
