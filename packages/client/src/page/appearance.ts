import { create } from 'zustand'

export type Theme = 'dark' | 'light' | 'system'
/** Up and down: kr red and blue, intl green and red, cvd orange and blue. */
export type Palette = 'kr' | 'intl' | 'cvd'
export interface Appearance {
  theme: Theme
  palette: Palette
}

const systemLight = matchMedia('(prefers-color-scheme: light)')

/** The look of this device, kept under `key`: not of whoever is signed in, because it stands before anyone is. */
export function createAppearance(key: string, usual: Theme) {
  const useAppearance = create<Appearance>(() => read())

  /** Changes the look and keeps it. */
  function setAppearance(change: Partial<Appearance>) {
    useAppearance.setState(change)
    localStorage.setItem(key, JSON.stringify(useAppearance.getState()))
  }

  /** Keeps the page in step with the choice, with the system's choice, and with other tabs. */
  function followAppearance() {
    useAppearance.subscribe(apply)
    systemLight.addEventListener('change', () => apply(useAppearance.getState()))
    addEventListener('storage', (event) => {
      if (event.key === key) useAppearance.setState(read())
    })
    apply(useAppearance.getState())
  }

  function read(): Appearance {
    const { theme, palette } = parse(localStorage.getItem(key))
    return {
      theme: theme === 'light' || theme === 'system' || theme === 'dark' ? theme : usual,
      palette: palette === 'intl' || palette === 'cvd' ? palette : 'kr',
    }
  }
  return { useAppearance, setAppearance, followAppearance }
}

function apply({ theme, palette }: Appearance) {
  const light = theme === 'light' || (theme === 'system' && systemLight.matches)
  const { dataset } = document.documentElement
  dataset['theme'] = light ? 'light' : 'dark'
  dataset['palette'] = palette
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light ? '#ffffff' : '#101216')
}

function parse(text: string | null): Partial<Appearance> {
  try {
    return (JSON.parse(text ?? '{}') as Partial<Appearance> | null) ?? {}
  } catch {
    // Someone else's value under this key: the default look stands.
    return {}
  }
}
