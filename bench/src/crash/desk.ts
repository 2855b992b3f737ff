import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'
import { deskPersons, deskToken } from './people.ts'

interface DeskRow {
  readonly id: number
  readonly version: number
  readonly status: string
  readonly approvals: readonly { readonly staffId: number }[]
}

/** Agrees to every withdrawal until nothing is asked of it any more. Resolves with the codes by which it was kept from its work. */
export async function workAtDesk(client: Client, dataDir: string, isOver: () => boolean): Promise<Set<string>> {
  const barred = new Set<string>()
  while (!isOver()) {
    for (const person of deskPersons) {
      const token = await deskToken(dataDir, person)
      const told = await client.once('GET /api/console/dnw?typeStrs=W&size=100', { token })
      const rows = (told?.status === 200 ? told.body.content : []) as DeskRow[]
      const open = rows.filter(({ status }) => status === 'REQUESTED' || status === 'REVIEW')
      for (const { id, version, approvals } of open) {
        if (approvals.some(({ staffId }) => staffId === person)) continue
        const body = () => ({ version, reason: 'seen' })
        const answer = await client.once(`POST /api/console/dnw/${id}/approve`, { token, key: randomUUID(), body })
        // Somebody else was first, or the server is away: the next look tells. Whatever else bars an operator is a fault.
        if (answer?.status === 401 || answer?.status === 403) barred.add(String(answer.body.code))
      }
    }
    await pause(200)
  }
  return barred
}
