import { createHash } from 'node:crypto'
import type { IdempotencyKey } from '@maru/core'
import { Refused, type StaffMember } from '../http/index.ts'
import type { Site } from '../sites/index.ts'

/** A start this little ago is now: the clock of whoever chose it may be late. */
const lateMs = 60_000

/** A call of staff that writes a text, or changes one of the version that was looked at. */
export interface WritingCall {
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: IdempotencyKey
  readonly params: { readonly id?: number }
  readonly body: { readonly reason: string; readonly version?: number }
}

/** Which call it was, its body included; a hash, for the log keeps no key that somebody could send again. */
export const requestOf = ({ member, idempotency: { key, bodyHash } }: Pick<WritingCall, 'member' | 'idempotency'>) =>
  createHash('sha256').update(`${member.memberId}:${key}:${bodyHash}`).digest('hex').slice(0, 32)

interface Period {
  readonly startAt: number
  readonly endAt: number | null
}

/** The period that a body asks for. Refuses one that is over; what began already keeps its start. */
export function periodIn(
  body: { readonly startAt?: number | undefined; readonly endAt?: number | undefined },
  before: Period | null,
  now: number,
): Period {
  const startAt = body.startAt ?? before?.startAt ?? now
  const endAt = body.endAt ?? null
  const isPast = startAt !== before?.startAt && startAt < now - lateMs
  if (isPast || (endAt !== null && endAt <= Math.max(startAt, now))) throw new Refused('NOTICE_PAST')
  return { startAt, endAt }
}
