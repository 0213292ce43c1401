/** The public entry of the generator as a library. */
export { collectDiagnostics, hasErrors } from './diagnostics/diagnostics.ts';
export type { Diagnostic, Position, Report, Severity } from './diagnostics/diagnostics.ts';
export type { TemplateName, TemplateViews } from './emit/outputs/registry.ts';
export { defineConfig, readConfig } from './options/config.ts';
export type { Allowance, GeneratorConfig, TargetConfig } from './options/config.ts';
export type { ContractModel } from './model/contract-model.ts';
export { defineOutput } from './emit/plugin.ts';
export type {
  OutputPlugin,
  Plugin,
  PluginClientNames,
  PluginFile,
  PluginFunction,
  PluginSource,
  PluginView,
} from './emit/plugin.ts';
export { flag, group, list, text } from './emit/field.ts';
export type { Fields, ViewField } from './emit/field.ts';
export type { GenerateOptions, Target } from './options/options.ts';
export { createDiskSink } from './output/disk-sink.ts';
export type { FileState, Plan, PlanEntry } from './output/plan.ts';
export type { Change, Sink } from './output/sink.ts';
export { generate } from './pipeline.ts';
export type { GenerateMode, GenerateResult } from './pipeline.ts';
export type { TsText } from './print/ts-text.ts';
