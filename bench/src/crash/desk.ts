import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'
import { deskToken } from './people.ts'

interface DeskRow {
  readonly id: number
  readonly version: number
  readonly status: string
  readonly approvals: readonly { readonly staffId: number }[]
}

/** Two of FINANCE of the demo, so that large and odd requests find their second person. */
const persons = [1_102, 1_108]

/** Agrees to every withdrawal until nothing is asked of it any more. */
export async function workAtDesk(client: Client, dataDir: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const person of persons) {
      const token = await deskToken(dataDir, person)
      const told = await client.once('GET /api/console/dnw?typeStrs=W&size=100', { token })
      const rows = (told?.status === 200 ? told.body.content : []) as DeskRow[]
      const open = rows.filter(({ status }) => status === 'REQUESTED' || status === 'REVIEW')
      for (const { id, version, approvals } of open) {
        if (approvals.some(({ staffId }) => staffId === person)) continue
        const body = () => ({ version, reason: 'seen' })
        await client.once(`POST /api/console/dnw/${id}/approve`, { token, key: randomUUID(), body })
      }
    }
    await pause(200)
  }
}
