import { call } from '@maru/client/api/client'
import { mayAsk } from '@maru/contract/permissions'
import { useStaff } from './staff.ts'

/** Whether whoever is signed in holds a chat of a member on any of the sites: a member who waits for his answer is not cut off. */
export async function isInChat(): Promise<boolean> {
  const { me } = useStaff.getState()
  if (me === null || !mayAsk(me.role, 'content')) return false
  for (const siteInfoId of me.siteIds) {
    const { content } = await call('GET /api/console/chat', { siteInfoId })
    if (content.some(({ state, staffId }) => state === 'OPEN' && staffId === me.memberId)) return true
  }
  return false
}
