/** A tap so soon after another one belongs to it: systems take two of them for a double tap. */
const doubleTapMs = 300

let timer: ReturnType<typeof setTimeout> | undefined
let watched = false
const fingers = new Set<number>()

/**
 * What has just appeared or gone under a finger is not what the finger meant: nothing on the page and in its modals can be
 * touched (css/overlay.css) until the gesture that is under way is over, its late click and a second tap included.
 */
export function holdTouches() {
  document.documentElement.toggleAttribute('data-held', true)
  wait()
}

/** Whether a click belongs to a gesture that meant something else. */
export const areTouchesHeld = (): boolean => document.documentElement.hasAttribute('data-held')

/** Begins to know which fingers are down; once is enough. */
export function watchFingers() {
  if (watched) return
  watched = true
  const options = { capture: true, passive: true }
  addEventListener('pointerdown', press, options)
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, lift, options)
}

function press({ pointerId, pointerType, isPrimary }: PointerEvent) {
  // Of a first finger that comes while another seems to be down, the end of the other was never told.
  if (isPrimary) fingers.clear()
  if (pointerType !== 'mouse') fingers.add(pointerId)
}

function lift({ pointerId }: PointerEvent) {
  fingers.delete(pointerId)
  if (areTouchesHeld()) wait()
}

function wait() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (fingers.size === 0) document.documentElement.removeAttribute('data-held')
  }, doubleTapMs)
}
