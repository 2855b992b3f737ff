import { call } from '@maru/client/api/client'
import type { Asked } from '@maru/contract'

/** How a code reaches somebody. */
export type Channel = 'phone' | 'email'

interface AskBody {
  readonly key: string
  /** Left out: the member's own. */
  readonly certificateValue?: string
  /** Of a member who gives another number or address than his own. */
  readonly password?: string
}

/** Has a code sent. */
export const askCode = (channel: Channel, body: AskBody): Promise<Asked> =>
  channel === 'phone'
    ? call('POST /api/certi/certificate_phone', { body })
    : call('POST /api/certi/certificate_email', { body })

/** Proves a number or address by its code; a member's own is verified by it. */
export const verifyCode = async (channel: Channel, body: { key: string; secretCode: string }): Promise<string> => {
  const { proof } =
    channel === 'phone'
      ? await call('POST /api/certi/verify_phone', { body })
      : await call('POST /api/certi/verify_email', { body })
  return proof
}
