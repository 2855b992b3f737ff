import { callAsGuest } from '@maru/client/api/client'
import type { SiteInfo } from '@maru/contract'
import { create } from 'zustand'

/** The site under whose address the console was opened: where its staff sign in. */
export const useHome = create<{ home: SiteInfo | null }>(() => ({ home: null }))

let loading: Promise<SiteInfo> | null = null

/** Asks which site this is, by `?site=` in the address (demo installations), else by the host. */
export function loadHome(): Promise<SiteInfo> {
  loading ??= askForHome().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function askForHome(): Promise<SiteInfo> {
  const code = new URLSearchParams(location.search).get('site')
  const home = await callAsGuest('GET /api/site_info/code', code === null ? {} : { query: { code } })
  useHome.setState({ home })
  return home
}
