import fc from 'fast-check';
import { claimMachine } from '../../mock/agent-platform/domain/registration/registration.ts';
import type {
  ClaimTrigger,
  RegistrationRecord,
} from '../../mock/agent-platform/domain/registration/registration.ts';
import { hours, after } from '../../mock/kernel/time/time.ts';
import { testStart } from '../support/domain-world.ts';
import { testMachineLaws } from './support/machine-laws.ts';

testMachineLaws({
  machine: claimMachine,
  record: fc.nat(4).map((wrongCodes): RegistrationRecord => ({
    id: 'reg_1',
    claimToken: 'clm_1',
    keyId: 'key_1',
    organizationId: 'org_1',
    status: 'unclaimed',
    email: null,
    code: null,
    wrongCodes,
    createdAt: testStart,
    expiresAt: after(testStart, hours(24)),
  })),
  trigger: fc.constantFrom<ClaimTrigger>(
    { type: 'sendCode', email: 'kari@books.test', otp: '123456' },
    { type: 'wrongCode' },
    { type: 'claim' },
    { type: 'expire' },
  ),
});
