import type { Deps } from '../deps.ts'
import { type Member, Refused } from '../http/index.ts'
import { ownRow } from '../members/re-authenticate.ts'
import type { MemberRow } from '../members/store.ts'

/** The caller's row, with his verified name. Throws KYC_REQUIRED: money comes from and goes to persons who proved who they are. */
export async function verifiedRow(deps: Deps, member: Member): Promise<MemberRow> {
  const row = await ownRow(deps, member)
  if (row.identityAt === null) throw new Refused('KYC_REQUIRED')
  return row
}
