safe .*
accepted
accepted
rejected: it is about another file: count.c has the SHA-256 hash ebbf6b86f51679ff..
accepted
undecided: its invariants do not prove the program: safety: the formula at loop_8 .*
undecided: its invariants do not prove the program: safety: the formula at loop_8 .*
rejected: an invariant is wrong: step: the formula at start does not imply the one at loop_8 on every path
undecided: its invariants do not prove the program: .*; its invariant in line 19 cannot be read: no variable 'limit' is known there
undecided: its invariants do not prove the program: .*; its invariant in line 19 is at no head of a loop that is known
rejected: it is about another file: count.c has the SHA-256 hash ebbf6b86f51679ff..
rejected: it is about the data model ILP32, not LP64: see --data-model
rejected: its specification is about error\(\), which is no error function here: see --spec
accepted
undecided: its invariants do not prove the program: .*
