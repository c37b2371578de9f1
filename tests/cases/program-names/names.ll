; ModuleID = 'n.c'
source_filename = "n.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @"x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CB"(i32 noundef %0) #0 !dbg !10 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !15, !DIExpression(), !16)
    #dbg_declare(ptr %3, !17, !DIExpression(), !18)
  %4 = call i32 @"x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CA"(), !dbg !19
  store i32 %4, ptr %3, align 4, !dbg !18
  %5 = load i32, ptr %3, align 4, !dbg !20
  %6 = load i32, ptr %2, align 4, !dbg !22
  %7 = add nsw i32 %6, 7, !dbg !23
  %8 = icmp eq i32 %5, %7, !dbg !24
  br i1 %8, label %9, label %10, !dbg !25

9:                                                ; preds = %1
  call void @reach_error(), !dbg !26
  br label %10, !dbg !26

10:                                               ; preds = %9, %1
  ret i32 0, !dbg !27
}

declare i32 @"x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CA"() #1

declare void @reach_error() #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %0) #0 !dbg !28 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 0, ptr %2, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !29, !DIExpression(), !30)
    #dbg_declare(ptr %4, !31, !DIExpression(), !32)
  store i32 0, ptr %4, align 4, !dbg !32
  br label %5, !dbg !33

5:                                                ; preds = %10, %1
  %6 = load i32, ptr %4, align 4, !dbg !34
  %7 = load i32, ptr %3, align 4, !dbg !35
  %8 = srem i32 %7, 5, !dbg !36
  %9 = icmp slt i32 %6, %8, !dbg !37
  br i1 %9, label %10, label %13, !dbg !33

10:                                               ; preds = %5
  %11 = load i32, ptr %4, align 4, !dbg !38
  %12 = add nsw i32 %11, 1, !dbg !38
  store i32 %12, ptr %4, align 4, !dbg !38
  br label %5, !dbg !33, !llvm.loop !39

13:                                               ; preds = %5
  %14 = load i32, ptr %3, align 4, !dbg !41
  %15 = call i32 @"x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CB"(i32 noundef %14), !dbg !42
  ret i32 %15, !dbg !43
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "n\0A#error evil.c", directory: ".", checksumkind: CSK_MD5, checksum: "6510f71ccd78b1a8b6c3add8b5c30e18")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CB", scope: !1, file: !1, line: 3, type: !11, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{}
!15 = !DILocalVariable(name: "x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CP", arg: 1, scope: !10, file: !1, line: 3, type: !13)
!16 = !DILocation(line: 3, column: 14, scope: !10)
!17 = !DILocalVariable(name: "x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CV", scope: !10, file: !1, line: 3, type: !13)
!18 = !DILocation(line: 3, column: 26, scope: !10)
!19 = !DILocation(line: 3, column: 33, scope: !10)
!20 = !DILocation(line: 3, column: 45, scope: !21)
!21 = distinct !DILexicalBlock(scope: !10, file: !1, line: 3, column: 45)
!22 = !DILocation(line: 3, column: 53, scope: !21)
!23 = !DILocation(line: 3, column: 58, scope: !21)
!24 = !DILocation(line: 3, column: 50, scope: !21)
!25 = !DILocation(line: 3, column: 45, scope: !10)
!26 = !DILocation(line: 3, column: 63, scope: !21)
!27 = !DILocation(line: 3, column: 78, scope: !10)
!28 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 4, type: !11, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!29 = !DILocalVariable(name: "x\22, 1, 2ULL}}; int evil\0A#include \22/etc/passwd\22\0A*/ |) (check-sat) ; \5CP", arg: 1, scope: !28, file: !1, line: 4, type: !13)
!30 = !DILocation(line: 4, column: 14, scope: !28)
!31 = !DILocalVariable(name: "k", scope: !28, file: !1, line: 4, type: !13)
!32 = !DILocation(line: 4, column: 26, scope: !28)
!33 = !DILocation(line: 4, column: 33, scope: !28)
!34 = !DILocation(line: 4, column: 40, scope: !28)
!35 = !DILocation(line: 4, column: 44, scope: !28)
!36 = !DILocation(line: 4, column: 49, scope: !28)
!37 = !DILocation(line: 4, column: 42, scope: !28)
!38 = !DILocation(line: 4, column: 55, scope: !28)
!39 = distinct !{!39, !33, !38, !40}
!40 = !{!"llvm.loop.mustprogress"}
!41 = !DILocation(line: 4, column: 71, scope: !28)
!42 = !DILocation(line: 4, column: 66, scope: !28)
!43 = !DILocation(line: 4, column: 59, scope: !28)
