import { createMemoryCommitLog } from '../../../mock/adapters/memory-commit-log.ts';
import { testCommitLog } from './commit-log-suite.ts';

testCommitLog('a commit log in memory', createMemoryCommitLog);
