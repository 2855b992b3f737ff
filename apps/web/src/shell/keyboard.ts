import './keyboard.css'

/** What hides less of the window is a bar of the browser. */
const LEAST_PX = 120

/** How much of the window's lower end a keyboard hides, in px. */
function heightOf(seen: VisualViewport): number {
  // A page that is zoomed in shows less of itself, too.
  if (Math.abs(seen.scale - 1) > 0.01 || innerHeight - seen.height < LEAST_PX) return 0
  return Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop))
}

/**
 * Follows an on-screen keyboard that covers the page instead of making it smaller, as on iOS: `--keyboard-h` is how much of the window's
 * lower end it hides, so that what stands there moves above it, and the window tells as a `resize` when that changes. Returns what ends it.
 */
export function followKeyboard(): () => void {
  const seen = window.visualViewport
  if (!seen) return () => {}
  let height = 0
  const note = () => {
    const now = heightOf(seen)
    if (now === height) return
    height = now
    const { style } = document.documentElement
    if (now > 0) style.setProperty('--keyboard-h', `${now}px`)
    else style.removeProperty('--keyboard-h')
    dispatchEvent(new Event('resize'))
  }
  for (const event of ['resize', 'scroll']) seen.addEventListener(event, note)
  return () => {
    for (const event of ['resize', 'scroll']) seen.removeEventListener(event, note)
  }
}
