import { commandEndpoints } from '@maru/contract'
import { byMember } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'

/** What became of a request whose answer was lost. */
export function registerCommands(app: FastifyInstance, deps: Deps): void {
  route(app, deps, commandEndpoints.commandStatus, async ({ params, member }) => {
    const stored = await deps.core.storedReply(member.siteId, member.memberId, params.key.toLowerCase())
    // An abandoned key has no route: nothing was ever done under it.
    if (stored === null || stored.route === '') throw new Refused('COMMAND_UNKNOWN')
    // Its batch is committed, whichever it was.
    return new CoreAnswer({ status: 200, body: { status: stored.status, body: stored.body }, ...deps.reads.version })
  })

  route(app, deps, commandEndpoints.commandAbandon, async ({ params, member }) => {
    const { siteId, memberId } = member
    return new CoreAnswer(
      await deps.core.submit({
        kind: 'abandonKey',
        ...byMember({ siteId, memberId }, null),
        abandoned: params.key.toLowerCase(),
      }),
    )
  })
}
