import { bySystem } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { moneyServer, type staff, staffOf } from '../../test/money-house.ts'

const reason = 'PC방 공용 기기입니다'
const cafe = 'ab'.repeat(32)
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
let someone: ReturnType<typeof staffOf>
let admin: Person
let admin2: Person
beforeAll(async () => {
  server = await moneyServer({ firstHoldMs: 0 })
  someone = staffOf(server)
  admin = await someone('admin')
  admin2 = await someone('admin2')
  for (const memberId of [1001, 1002])
    await server.deps.core.submit({ kind: 'noteTrait', ...bySystem(1), memberId, trait: 'DEVICE', hash: cafe })
})
afterAll(() => server.close())

const group = async (id: number) => (await admin.get(`/api/console/member/${id}/group`)).body
const ids = async (id: number) => (await group(id)).members.map((one: { id: number }) => one.id)
const agree = (id: number, by = admin2) => by.post(`/api/console/approvals/${id}/approve`, { reason })
const exempt = (by = admin, hash = cafe, kind = 'DEVICE') =>
  by.post('/api/console/member/1001/group/exempt', { reason, kind, hash })
const link = (otherId: number, as: string, by = admin) =>
  by.post('/api/console/member/1001/group/link', { reason, otherId, as })
const undo = (id: number, by = admin) => by.post(`/api/console/risk-group/${id}/undo`, { reason })

describe('risk groups at the desk', () => {
  it('say who belongs together and why, with masked names', async () => {
    const { members, traits, edits, elsewhere } = await group(1001)
    expect(members).toMatchObject([{ id: 1001, username: 'de***' }, { id: 1002 }])
    expect(traits).toMatchObject([{ kind: 'DEVICE', hash: cafe, memberIds: [1001, 1002], joins: true, exemptBy: null }])
    expect([edits, elsewhere]).toEqual([[], 0])
    expect(refusal(await admin.get('/api/console/member/999999/group'))).toEqual([404, 'USER_NOT_FOUND'])
  })

  it('leave out a device once two persons agreed, and take it back', async () => {
    const { approvalId } = (await exempt()).body
    expect(await ids(1001)).toEqual([1001, 1002])
    expect(refusal(await agree(approvalId, admin))).toEqual([403, 'APPROVAL_SELF'])
    expect((await agree(approvalId)).body).toMatchObject({ kind: 'GROUP_EXEMPT', state: 'APPROVED' })
    expect(await ids(1001)).toEqual([1001])
    const [edit] = (await group(1001)).edits
    expect(edit).toMatchObject({ kind: 'EXEMPT', trait: 'DEVICE', hash: cafe, reason })
    expect(refusal(await exempt())).toEqual([409, 'STALE_VERSION'])
    await agree((await undo(edit.id)).body.approvalId)
    expect(await ids(1001)).toEqual([1001, 1002])
    expect(refusal(await undo(edit.id))).toEqual([409, 'STALE_VERSION'])
  })

  it('are split and joined by hand, once of the same two', async () => {
    const first = (await link(1002, 'SPLIT')).body.approvalId
    const second = (await link(1002, 'SPLIT')).body.approvalId
    await agree(first)
    expect(await ids(1001)).toEqual([1001])
    expect(refusal(await agree(second))).toEqual([409, 'STALE_VERSION'])
    expect(refusal(await link(1002, 'JOIN'))).toEqual([409, 'STALE_VERSION'])
    await agree((await undo((await group(1001)).edits[0].id)).body.approvalId)
    expect(await ids(1002)).toEqual([1001, 1002])
  })

  it('are refused of nobody, of oneself, of a person, and of what nobody shares', async () => {
    expect(refusal(await link(1001, 'JOIN'))).toEqual([400, 'INVALID_REQUEST'])
    expect(refusal(await link(999_999, 'JOIN'))).toEqual([404, 'USER_NOT_FOUND'])
    expect(refusal(await exempt(admin, cafe, 'IDENTITY'))).toEqual([422, 'SETTING_INVALID'])
    expect(refusal(await exempt(admin, 'cd'.repeat(32)))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect(refusal(await exempt(admin, 'no hash'))).toEqual([400, 'INVALID_REQUEST'])
    expect(refusal(await undo(1))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })

  it('are SUPER’s to change', async () => {
    for (const name of ['operator', 'finance', 'cs', 'audit']) {
      const who = await someone(name)
      for (const answer of [await exempt(who), await link(1002, 'JOIN', who), await undo(1, who)])
        expect([name, ...refusal(answer)]).toEqual([name, 403, 'PERMISSION_DENIED'])
    }
    const { approvalId } = (await exempt()).body
    expect(refusal(await agree(approvalId, await someone('finance')))).toEqual([403, 'PERMISSION_DENIED'])
  })
})
