/**
 * Compares two states of a description. The order of the parts is the order of this file.
 */
import type { ContractChange } from './catalogue/change.ts';
import { ChangeLog, type Sides } from './change-log.ts';
import { compareChannels } from './compare-channels.ts';
import { compareDeclarations, compareServers } from './compare-declarations.ts';
import { compareIncoming, compareOperations } from './compare-operations.ts';
import { compareSecuritySchemes } from './compare-security.ts';

/**
 * Lists all changes, in no particular order.
 *
 * Shape: a change of one schema that several operations use is one change for each direction.
 */
export function compareDescriptions(sides: Sides): ContractChange[] {
  const log = new ChangeLog(sides);
  compareServers(log);
  compareSecuritySchemes(log);
  compareOperations(log);
  compareIncoming(log);
  compareChannels(log);
  compareDeclarations(log);
  return log.finish();
}
