import { create } from 'zustand'

export type Theme = 'dark' | 'light' | 'system'
/** Up and down: kr red and blue, intl green and red, cvd orange and blue. */
export type Palette = 'kr' | 'intl' | 'cvd'
export interface Appearance {
  theme: Theme
  palette: Palette
}

const key = 'maru:appearance'
const systemLight = matchMedia('(prefers-color-scheme: light)')

/** The look of this device: not of a member, because it stands before anyone has signed in. */
export const useAppearance = create<Appearance>(() => read())

/** Changes the look and keeps it. */
export function setAppearance(change: Partial<Appearance>) {
  useAppearance.setState(change)
  localStorage.setItem(key, JSON.stringify(useAppearance.getState()))
}

/** Keeps the page in step with the choice, with the system's choice, and with other tabs. */
export function followAppearance() {
  useAppearance.subscribe(apply)
  systemLight.addEventListener('change', () => apply(useAppearance.getState()))
  addEventListener('storage', (event) => {
    if (event.key === key) useAppearance.setState(read())
  })
  apply(useAppearance.getState())
}

function apply({ theme, palette }: Appearance) {
  const light = theme === 'light' || (theme === 'system' && systemLight.matches)
  const { dataset } = document.documentElement
  dataset['theme'] = light ? 'light' : 'dark'
  dataset['palette'] = palette
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light ? '#ffffff' : '#101216')
}

function read(): Appearance {
  const stored = parse(localStorage.getItem(key))
  return {
    theme: stored.theme === 'light' || stored.theme === 'system' ? stored.theme : 'dark',
    palette: stored.palette === 'intl' || stored.palette === 'cvd' ? stored.palette : 'kr',
  }
}

function parse(text: string | null): Partial<Appearance> {
  try {
    return (JSON.parse(text ?? '{}') as Partial<Appearance> | null) ?? {}
  } catch {
    // Someone else's value under this key: the default look stands.
    return {}
  }
}
