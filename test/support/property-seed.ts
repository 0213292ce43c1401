/**
 * Property tests take the same samples in every run, so that a failure is caused by a change and not by chance.
 * `BACKLOT_SEED=7 npm test` uses others; a failure prints its seed.
 */
import fc from 'fast-check';

const wanted = Number(process.env['BACKLOT_SEED'] ?? 20_260_115);
if (!Number.isInteger(wanted)) throw new Error('BACKLOT_SEED is no whole number.');

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: wanted });
