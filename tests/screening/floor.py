"""What a vote cannot be quicker than: as many processes that insert one row each time and do nothing else.

`python -m tests.screening.floor LIBRARY NAME VOTES PAUSE SPREAD`, with a table that `laid` made; told as `crowd` tells.
"""

import json
import random
import sqlite3
import sys
import time
from collections.abc import Callable
from typing import Any

import psycopg

from tests.screening.crowd import Told
from tracker.store.postgres.address import address

TABLE = "CREATE TABLE floor (name text, number integer, decision text)"
SERVER = "postgresql"


def laid(where: str) -> None:
    """Make the table, as the owner of the database or beside the library's file."""
    bare = connected(where)
    bare.execute(TABLE)
    if where.startswith(SERVER):
        bare.execute("GRANT INSERT ON floor TO PUBLIC")
    bare.close()


def connected(where: str) -> Any:
    """A plain connection in which each statement is a transaction that is on the disk when it returns."""
    if where.startswith(SERVER):
        return psycopg.connect(address(where).conninfo, autocommit=True)
    bare = sqlite3.connect(f"{where}.floor", isolation_level=None, timeout=30)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    return bare


def main(where: str, name: str, votes: int, pause: float, spread: bool) -> None:
    chance = random.Random(name)
    bare = connected(where)
    insert: Callable[..., Any] = bare.execute
    hole = "%s" if where.startswith(SERVER) else "?"
    told = Told(name, [], [], [], [])
    print("ready", flush=True)
    sys.stdin.readline()
    begun, worked = time.monotonic(), time.process_time()
    for number in range(votes):
        time.sleep(max(0.0, begun + pause * (number + (chance.random() if spread else 0.0)) - time.monotonic()))
        at = time.perf_counter()
        insert(f"INSERT INTO floor VALUES ({hole}, {hole}, {hole})", (name, number, "include"))
        told.waits.append(time.perf_counter() - at)
    print(json.dumps(told._replace(cpu=time.process_time() - worked)._asdict()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), bool(sys.argv[5]))
