import { bySystem, type Command } from '@maru/core'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import type { MemberRow } from './store.ts'

/**
 * Nothing of a member leaves for as long as his site says: whoever took his session over gains nothing by a new password or app. It comes
 * before the change, so that no change goes without it.
 */
export async function holdExits(
  { core }: Pick<Deps, 'core'>,
  { siteId, id: memberId, kind }: Pick<MemberRow, 'siteId' | 'id' | 'kind'>,
  cause: Extract<Command, { kind: 'holdExits' }>['cause'],
): Promise<void> {
  // Staff have no money here.
  if (kind === 'STAFF') return
  const { status } = await core.submit({ kind: 'holdExits', ...bySystem(siteId), memberId, cause, until: null })
  if (status >= 400) throw new Refused('TRY_AGAIN_LATER')
}
