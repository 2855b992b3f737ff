import { randomBytes } from 'node:crypto'
import type { AlarmChannel } from '@maru/contract'
import { httpsUrl, type Reach, Refused } from '../http/index.ts'
import type { Target } from './store.ts'

const mailForm = /^[^\s@<>,;:"()[\]\\]{1,64}@[\w-]+(\.[\w-]+)+$/
const secretBytes = 32
const shownEnd = 4

/** The target that staff typed, with how it is shown. Refuses what is none, and what leads to a private network. */
export async function targetOf(
  channel: AlarmChannel,
  text: string,
  reach: Reach,
): Promise<Target & { readonly shown: string }> {
  if (channel === 'MAIL') {
    if (!mailForm.test(text)) throw new Refused('ALARM_ADDRESS_INVALID')
    return { to: text, secret: '', shown: text }
  }
  const url = await httpsUrl(text, reach)
  if (url === 'INVALID') throw new Refused('ALARM_ADDRESS_INVALID')
  if (url === 'PRIVATE') throw new Refused('ALARM_ADDRESS_PRIVATE')
  const shown = `${url.host} …${url.href.slice(-shownEnd)}`
  return { to: url.href, secret: randomBytes(secretBytes).toString('hex'), shown }
}
