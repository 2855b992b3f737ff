import { consoleStaffEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route, setProof } from '../http/index.ts'
import { numbersOf } from '../sites/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { ownRow } from './re-authenticate.ts'
import type { SecondFactor } from './second-factor.ts'

/** Staff prove in the middle of a session that they still hold their authenticator app. */
export function registerStaffProof(app: FastifyInstance, deps: Deps, secondFactor: SecondFactor): void {
  const { db, ids, clocks } = deps
  route(app, deps, consoleStaffEndpoints.staffProof, async ({ body, member, request }) => {
    const { siteId, memberId } = member
    const note = async (refusal: string | null) => {
      const at = clocks.wall()
      const act = { siteId, id: ids.next(), staffId: memberId, action: 'prove', said: {}, refusal, at }
      return db.tenant(siteId, async (tx) => {
        if (refusal === null) await setProof(tx, member, at)
        await addStaffAct(tx, { ...act, request: String(request.id) })
        return at + (await numbersOf(tx, siteId)).staffProofMs
      })
    }
    const row = await ownRow(deps, member)
    if (row.totpSealed === null) throw new Refused('PERMISSION_DENIED')
    try {
      await secondFactor.check(row, row.totpSealed, body.otp)
    } catch (error) {
      if (error instanceof Refused) await note(error.code)
      throw error
    }
    return { until: await note(null) }
  })
}
