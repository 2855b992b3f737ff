import type { FastifyRequest } from 'fastify'
import type { Version } from '../ports.ts'
import { Refused } from './refused.ts'

/** Names the committed state that an answer shows at least. */
export const versionHeader = 'x-maru-version'
/** Names a state that the answer must show. */
const atLeastHeader = 'x-maru-at-least'

export const versionText = ({ epoch, batch }: Version): string => `${epoch}.${batch}`

/** The state that a request asks for; null: any. */
export function atLeastOf({ headers }: Pick<FastifyRequest, 'headers'>): Version | null {
  const given = headers[atLeastHeader]
  if (given === undefined) return null
  const [, epoch, batch] = (typeof given === 'string' && /^(\d{1,15})\.(\d{1,15})$/.exec(given)) || []
  if (epoch === undefined || batch === undefined) throw new Refused('INVALID_REQUEST', { field: atLeastHeader })
  return { epoch: Number(epoch), batch: Number(batch) }
}
