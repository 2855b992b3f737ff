/** A tap so soon after another one belongs to it: systems take two of them for a double tap. */
const doubleTapMs = 300

let timer: ReturnType<typeof setTimeout> | undefined
let watched = false
let isTouched = false

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

/** Begins to know whether a finger is down; once is enough. */
export function watchFingers() {
  if (watched) return
  watched = true
  addEventListener('touchstart', press, { capture: true, passive: true })
}

function press(event: TouchEvent) {
  isTouched = true
  // Not of the window: the end of a touch whose element has gone reaches that element alone, and is no pointerup of anything.
  for (const end of ['touchend', 'touchcancel'])
    event.target?.addEventListener(end, lift as EventListener, { passive: true })
}

function lift({ touches }: TouchEvent) {
  isTouched = touches.length > 0
  if (areTouchesHeld()) wait()
}

function wait() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (!isTouched) document.documentElement.removeAttribute('data-held')
  }, doubleTapMs)
}
