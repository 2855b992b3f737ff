import { isInChat } from './in-chat.ts'
import { signOut } from './session.ts'
import { isSignedIn, useStaff } from './staff.ts'

/** As the server ends a session that nobody used. The live channel alone is no use: somebody has to be there. */
const idleMs = 15 * 60_000
const lookMs = 10_000
const key = 'maru:/console:active'

/** Signs out when nobody has touched any tab of the console for a quarter of an hour, and no chat is held. */
export function watchIdle() {
  let noted = 0
  const note = () => {
    const now = Date.now()
    if (now - noted < 1_000) return
    noted = now
    localStorage.setItem(key, String(now))
  }
  let asking = false
  const leave = async () => {
    asking = true
    // Whoever cannot be asked about is signed out.
    const stays = await isInChat().catch(() => false)
    asking = false
    if (stays) note()
    else await signOut('idle')
  }
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const) addEventListener(event, note, { passive: true })
  useStaff.subscribe((now, before) => {
    if (isSignedIn(now) && !isSignedIn(before)) note()
  })
  setInterval(() => {
    if (!isSignedIn(useStaff.getState())) return
    const last = Number(localStorage.getItem(key)) || noted
    if (Date.now() - last >= idleMs && !asking) void leave()
  }, lookMs)
}
