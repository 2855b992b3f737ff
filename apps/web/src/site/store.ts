import { callAsGuest } from '@maru/client/api/client'
import type { SiteInfo } from '@maru/contract'
import { create } from 'zustand'

interface SiteState {
  site: SiteInfo | null
}

/** The site that this page belongs to, once it is known. */
export const useSite = create<SiteState>(() => ({ site: null }))
export const currentSite = (): SiteInfo | null => useSite.getState().site

let loading: Promise<SiteInfo> | null = null

/** Asks which site this is: by the address's `?site=` (demo installations), else by the host. A failed question is asked again by the next caller. */
export function loadSite(): Promise<SiteInfo> {
  loading ??= askForSite().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Id for the query string of every call; waits for the site. */
export const siteInfoId = async (): Promise<number> => (await loadSite()).id

async function askForSite(): Promise<SiteInfo> {
  const code = chosenCode()
  return takeSite(await callAsGuest('GET /api/site_info/code', code === null ? {} : { query: { code } }))
}

/** Shows the site as the server tells it. */
export function takeSite(told: SiteInfo): SiteInfo {
  // The prefix is stored without its underscore.
  const site = {
    ...told,
    stockPrefix: told.stockPrefix.replace('_', ''),
    overseaPrefix: told.overseaPrefix.replace('_', ''),
  }
  useSite.setState({ site })
  return site
}

/** Asks again: something may have been changed while this page was not told. */
export const reloadSite = (): Promise<SiteInfo> => askForSite()

/** A code in the address counts for the tab's whole life, also after a navigation drops it. */
function chosenCode(): string | null {
  const given = new URLSearchParams(location.search).get('site')
  if (given) sessionStorage.setItem('maru:site', given)
  return given ?? sessionStorage.getItem('maru:site')
}

/** Product lines of a site by its six flags and used coins. */
export function featuresOf(site: Pick<SiteInfo, 'type' | 'liveChat'>) {
  return {
    oversea: site.type[0] === '1',
    p2p: site.type[2] === '1',
    futures: site.type[3] === '1',
    powerball: site.type[4] === '1',
    binary: site.type[5] === '1',
    liveChat: site.liveChat,
  }
}
export type Feature = keyof ReturnType<typeof featuresOf>
