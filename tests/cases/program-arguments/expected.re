unsafe unreach-call depth=.*
accepted
line 3 \(widths\): argument x is -5
line 3 \(widths\): argument y is 200
line 3 \(widths\): argument b is 1
line 3 \(widths\): argument z is -1234567890123
line 3 \(widths\): argument c is -9
line 3 \(widths\): argument d is 65000
line 3 \(widths\): argument u is 4000000000
accepted
    \{"x", 18446744073709551611ULL\}, /\* -5 \*/
    \{"y", 200ULL\},
    \{"b", 1ULL\},
    \{"z", 18446742839141661493ULL\}, /\* -1234567890123 \*/
    \{"c", 18446744073709551607ULL\}, /\* -9 \*/
    \{"d", 65000ULL\},
    \{"u", 4000000000ULL\},
accepted
- entry_type: violation_sequence
        type: assumption
          value: "x == -5 && y == 200 && b == 1 && z == -1234567890123 && c == -9 && d == 65000 && u == 4000000000"
          line: 4
        type: target
          line: 6
rejected: the program ended without an error, with status 0
rejected: the program ended without an error, with status 0
unsafe unreach-call depth=.*
unsafe unreach-call depth=.*
accepted
line 14 \(others\): argument first is -7
line 14 \(others\): argument last is 18446744073709551610
line 14 \(others\): argument nothing is 0
accepted
unsafe unreach-call depth=.*
unsafe unreach-call depth=.*
It is decided not by the inputs alone: a pointer that the function is called with at line 19\.
line 19 \(address\): argument p is .*
line 19 \(address\): argument n is 7
unsafe unreach-call depth=.*
line 24 \(main\): argument count is 5
accepted
accepted
accepted
unsafe unreach-call depth=.*
unsafe unreach-call depth=.*
0
accepted
unsafe unreach-call depth=.* \(interpreted\)
uninitialised\.c: a run to the error, found by induct
It is decided not by the inputs alone: the value of an uninitialised variable at line 4\.
line 4 \(main\): x uninitialised, happens to be: 12345
undecided: the program ended without an error, with status 0
