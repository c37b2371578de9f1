unsafe unreach-call depth=[0-9]+
      specification: "CHECK\( init\(main\(\)\), LTL\(G ! call\(__assert_fail\(\)\)\) \)"
accepted
unsafe unreach-call depth=[0-9]+
      specification: "CHECK\( init\(main\(\)\), LTL\(G ! call\(__VERIFIER_error\(\)\)\) \)"
accepted
safe .*
      specification: "CHECK\( init\(main\(\)\), LTL\(G ! call\(__assert_fail\(\)\)\) \)"
safe .*
      specification: "CHECK\( init\(main\(\)\), LTL\(G ! call\(__VERIFIER_error\(\)\)\) \)"
safe .*
      specification: "CHECK\( init\(main\(\)\), LTL\(G ! call\(reach_error\(\)\)\) \)"
