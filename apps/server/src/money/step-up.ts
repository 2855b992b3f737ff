import { Refused } from '../http/index.ts'
import type { MemberRow } from '../members/store.ts'
import type { MoneyParts } from './parts.ts'

/** Proof, beside the session, that the member himself sends money away: the code of his authenticator app. */
export async function stepUp({ secondFactor }: MoneyParts, member: MemberRow, otp: string | undefined): Promise<void> {
  if (member.totpSealed === null) throw new Refused('STEP_UP_REQUIRED')
  await secondFactor.check(member, member.totpSealed, otp)
}
