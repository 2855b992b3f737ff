import { connectionOf, networkOf, Refused } from '../http/index.ts'
import type { Rates } from '../http/rates.ts'

/** An attempt to guess the password of a name. */
interface Attempt {
  readonly siteId: number
  readonly username: string
  readonly ip: string
}

/**
 * Counts an attempt as failed for its /48 of IPv6, which holds 65,536 connections that each count by themselves. A carrier may have one:
 * nothing is locked. One name waits up to a minute; where all names of the /48 fail too often, each of its connections goes on at one
 * attempt in ten seconds. Throws RATE_LIMITED.
 */
export async function countOfNetwork(rates: Rates, { siteId, username, ip }: Attempt): Promise<void> {
  const network = networkOf(ip)
  if (network === null) return
  await rates.take('guess', guessKey(siteId, username, network))
  try {
    await rates.take('network', network)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await rates.take('slowed', connectionOf(ip))
  }
}

/** The attempt was no failure. */
export async function giveBackToNetwork(rates: Rates, { siteId, username, ip }: Attempt): Promise<void> {
  const network = networkOf(ip)
  if (network === null) return
  await rates.giveBack('guess', guessKey(siteId, username, network))
  await rates.giveBack('network', network)
}

const guessKey = (siteId: number, username: string, network: string) => `${siteId}:${username}:${network}`
