/** The state of a chat from the events of an execution: `backlot/chat`. */
export { addUserMessage, nextExecution, reduceExecution } from './reduce-execution.ts';
export { initialExecutionState } from './state.ts';
export type {
  Approval,
  ArtifactPart,
  ChatMessage,
  CustomPart,
  ExecutionFailure,
  ExecutionState,
  ExecutionStatus,
  FlowStep,
  MediaPart,
  MessagePart,
  Notice,
  PendingAction,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolPart,
  Usage,
} from './state.ts';
