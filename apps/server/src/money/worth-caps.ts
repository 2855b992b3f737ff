import type { CapAct } from '@maru/contract'
import { capsOf, refuseAbove } from '../caps/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, type StaffMember } from '../http/index.ts'

interface Sum {
  readonly currency: string
  readonly amount: bigint
}

/** Refuses a sum that is worth more than a member of staff may move at once. Without a price nobody knows, and who has a cap waits. */
export async function refuseWorthAbove(
  { db, reads }: Pick<Deps, 'db' | 'reads'>,
  { siteId, member }: { readonly siteId: number; readonly member: StaffMember },
  act: CapAct,
  { currency, amount }: Sum,
): Promise<void> {
  const caps = await db.tenant(siteId, (tx) => capsOf(tx, siteId, member))
  if (!caps.has(act)) return
  const { value: won } = await reads.ask('money.worth', { siteId, currency, amount })
  if (won === null) throw new Refused('TRY_AGAIN_LATER')
  refuseAbove(caps, { act, won })
}
