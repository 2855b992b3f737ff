import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { clusterOf, runningDatabase } from '../database/index.ts'
import { clusterFolder, copyCluster } from './cluster.ts'
import { type Copied, checksumOf, copyFile } from './copy.ts'
import { type Facts, factsOf } from './facts.ts'
import type { FileEntry } from './manifest.ts'

/**
 * Copies the cluster of a running house (PostgreSQL's low-level backup): the files as they happen to be, then the log that was written
 * meanwhile, from which a start makes them whole. Everything that was acknowledged before its end is in it.
 */
export async function copyRunning(dataDir: string, to: string, signal: AbortSignal): Promise<Copied & Facts> {
  const { clusterDir } = await clusterOf(dataDir)
  const client = new pg.Client({ ...(await runningDatabase(dataDir)), database: 'postgres', keepAlive: true })
  let broken: Error | null = null
  client.on('error', (error) => {
    broken ??= error
  })
  await client.connect()
  try {
    await refuseWithoutLog(client)
    // Holds the log that the copy needs; it goes with the connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`maru_backup_${process.pid}`])
    await client.query("select pg_backup_start('maru', fast => true)")
    const copied = await copyCluster({ clusterDir, to, withLog: false, signal })
    if (broken !== null) throw broken
    const facts = await factsOf(client)
    const { rows } = await client.query<{ lsn: string; file: string; labelfile: string; spcmapfile: string }>(
      'select lsn::text, pg_walfile_name(lsn) as file, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)',
    )
    const end = rows[0]
    if (end === undefined) throw new Error('PostgreSQL did not end the backup')
    if (end.spcmapfile.trim() !== '') throw new Error('the cluster has tablespaces: they cannot be backed up')
    const label = await writeLabel(end.labelfile, to, signal)
    const log = await copyLog({ clusterDir, to, first: firstOf(end.labelfile), last: end.file, client, signal })
    return { ...facts, walPosition: end.lsn, folders: copied.folders, files: [...copied.files, label, ...log] }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseWithoutLog(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ wal_level: string }>('show wal_level')
  if (rows[0]?.wal_level === 'minimal')
    throw new ConfigError(
      'the running PostgreSQL was started by an earlier version of Maru: restart the server, or stop it for the backup',
    )
}

/** Tells a start of the copy from where on the log has to be replayed. */
async function writeLabel(label: string, to: string, signal: AbortSignal): Promise<FileEntry> {
  const path = `${clusterFolder}/backup_label`
  writeFileSync(join(to, path), label, { mode: 0o600, flush: true })
  const written = await checksumOf(join(to, path), signal)
  if (written === null) throw new Error(`${path} is gone`)
  return { path, ...written }
}

function firstOf(label: string): string {
  const file = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
  if (file === undefined) throw new Error('PostgreSQL did not say where the log of the backup begins')
  return file
}

interface LogCopy {
  readonly clusterDir: string
  readonly to: string
  readonly first: string
  readonly last: string
  readonly client: pg.Client
  readonly signal: AbortSignal
}

/** Copies the segments of the log from `first` to `last`; throws where one of them is missing. */
async function copyLog({ clusterDir, to, first, last, client, signal }: LogCopy): Promise<FileEntry[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from pg_ls_waldir() where length(name) = 24 and name between $1 and $2 order by name',
    [first, last],
  )
  const copied: FileEntry[] = []
  for (const { name } of rows) {
    const path = `${clusterFolder}/pg_wal/${name}`
    const file = await copyFile(join(clusterDir, 'pg_wal', name), join(to, path), signal)
    if (file === null) throw new Error(`the log segment ${name} is gone`)
    copied.push({ path, ...file })
  }
  const places = rows.map(({ name }) => segmentPlace(name))
  const isWhole = rows[0]?.name === first && rows.at(-1)?.name === last
  if (!isWhole || places.some((place, n) => n > 0 && place !== places[n - 1]! + 1))
    throw new Error(`the log from ${first} to ${last} is not whole`)
  return copied
}

/** Timeline, then log and segment of 16 MiB, 256 to a log. */
const segmentPlace = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)
