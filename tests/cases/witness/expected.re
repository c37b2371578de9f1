unsafe twice depth=1
accepted
accepted
induct 0.1.0
1
b0
0
1
1
.
induct 0.1.0
[0-9]+
induct 0.1.0
