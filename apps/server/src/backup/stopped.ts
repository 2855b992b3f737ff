import pg from 'pg'
import { clusterOf, lockDataDir, startEmbedded } from '../database/index.ts'
import { copyCluster } from './cluster.ts'
import type { Copied } from './copy.ts'
import { type Facts, factsOf } from './facts.ts'

/** The last checkpoint of a large house takes a while; beyond it the log is in the copy, and replayed. */
const stopWithinMs = 120_000

/** Copies the cluster of a house that does not run. No server can be started on it meanwhile. */
export async function copyStopped(dataDir: string, to: string, signal: AbortSignal): Promise<Copied & Facts> {
  const lock = await lockDataDir(dataDir)
  try {
    // What a killed house left running, or behind in the log, is brought to an orderly end first.
    const server = await startEmbedded({ dataDir })
    let facts: Facts
    try {
      const client = new pg.Client({ ...server.connection, database: 'postgres' })
      await client.connect()
      facts = await factsOf(client).finally(() => client.end())
    } finally {
      await server.stop(stopWithinMs)
    }
    const { clusterDir } = await clusterOf(dataDir)
    return { ...facts, ...(await copyCluster({ clusterDir, to, withLog: true, signal })) }
  } finally {
    lock.release()
  }
}
