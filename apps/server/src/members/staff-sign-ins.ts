import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { deviceName } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import type { MemberRow } from './store.ts'

type Who = Pick<MemberRow, 'siteId' | 'id' | 'kind'>

/** Notes in the log of staff that one of them signed in, tried to, or signed out, and from where. Members leave no act. */
export class StaffSignIns {
  readonly #deps: Pick<Deps, 'db' | 'ids' | 'clocks'>

  constructor(deps: Pick<Deps, 'db' | 'ids' | 'clocks'>) {
    this.#deps = deps
  }

  /** In the transaction that opens the session: there is none without its act. */
  async opened(tx: Tx, who: Who, request: FastifyRequest): Promise<void> {
    await this.#write(tx, who, request, 'sign-in', null)
  }

  /** `refusal`: the code with which a sign-in under his name was refused. */
  async refused(who: Who, request: FastifyRequest, refusal: string): Promise<void> {
    await this.#deps.db.tenant(who.siteId, (tx) => this.#write(tx, who, request, 'sign-in', refusal))
  }

  async ended(who: Who, request: FastifyRequest): Promise<void> {
    await this.#deps.db.tenant(who.siteId, (tx) => this.#write(tx, who, request, 'sign-out', null))
  }

  async #write(tx: Tx, { siteId, id, kind }: Who, request: FastifyRequest, action: string, refusal: string | null) {
    if (kind !== 'STAFF') return
    const said = { ip: request.ip, device: deviceName(request.headers['user-agent']) }
    const { ids, clocks } = this.#deps
    const act = { siteId, id: ids.next(), staffId: id, action, said, refusal, at: clocks.wall() }
    await addStaffAct(tx, { ...act, request: String(request.id) })
  }
}
