type OrderSound = `${'success' | 'cancel' | 'filled'}-${'LONG' | 'SHORT'}`
/** The sounds of the trade pages: rounds, and what happens to orders. Computed once into one sprite: no file, no request. */
export type Sound = 'accepted' | 'won' | 'lost' | 'void' | 'liquid' | OrderSound

interface Note {
  readonly hz: number
  readonly at: number
  readonly seconds: number
}
const scores: Readonly<Record<Sound, readonly Note[]>> = {
  accepted: [{ hz: 880, at: 0, seconds: 0.12 }],
  won: [
    { hz: 659.3, at: 0, seconds: 0.14 },
    { hz: 830.6, at: 0.09, seconds: 0.14 },
    { hz: 1318.5, at: 0.18, seconds: 0.34 },
  ],
  lost: [
    { hz: 392, at: 0, seconds: 0.16 },
    { hz: 293.7, at: 0.13, seconds: 0.28 },
  ],
  void: [
    { hz: 587.3, at: 0, seconds: 0.1 },
    { hz: 587.3, at: 0.16, seconds: 0.14 },
  ],
  // A long one rises or lies high, a short one falls or lies low.
  'success-LONG': [
    { hz: 659.3, at: 0, seconds: 0.07 },
    { hz: 880, at: 0.06, seconds: 0.12 },
  ],
  'success-SHORT': [
    { hz: 880, at: 0, seconds: 0.07 },
    { hz: 659.3, at: 0.06, seconds: 0.12 },
  ],
  'cancel-LONG': [{ hz: 523.3, at: 0, seconds: 0.1 }],
  'cancel-SHORT': [{ hz: 415.3, at: 0, seconds: 0.1 }],
  'filled-LONG': [
    { hz: 659.3, at: 0, seconds: 0.08 },
    { hz: 880, at: 0.07, seconds: 0.08 },
    { hz: 1046.5, at: 0.14, seconds: 0.18 },
  ],
  'filled-SHORT': [
    { hz: 1046.5, at: 0, seconds: 0.08 },
    { hz: 880, at: 0.07, seconds: 0.08 },
    { hz: 659.3, at: 0.14, seconds: 0.18 },
  ],
  liquid: [
    { hz: 440, at: 0, seconds: 0.12 },
    { hz: 311.1, at: 0.12, seconds: 0.12 },
    { hz: 220, at: 0.24, seconds: 0.3 },
  ],
}
const loudness = 0.22
/** Silence between two sounds of the sprite. */
const gapSeconds = 0.05

export interface Sprite {
  readonly samples: Float32Array<ArrayBuffer>
  readonly slots: Readonly<Record<Sound, { readonly start: number; readonly seconds: number }>>
}

/** All sounds behind one another: sine tones with an overtone, struck and fading. */
export function renderSprite(sampleRate: number): Sprite {
  const slots = {} as Record<Sound, { start: number; seconds: number }>
  let start = 0
  for (const [sound, notes] of Object.entries(scores) as [Sound, readonly Note[]][]) {
    const seconds = Math.max(...notes.map(({ at, seconds }) => at + seconds))
    slots[sound] = { start, seconds }
    start += seconds + gapSeconds
  }
  const samples = new Float32Array(Math.ceil(start * sampleRate))
  for (const [sound, notes] of Object.entries(scores) as [Sound, readonly Note[]][])
    for (const note of notes) addNote(samples, sampleRate, slots[sound].start, note)
  return { samples, slots }
}

function addNote(samples: Float32Array, rate: number, start: number, { hz, at, seconds }: Note) {
  const from = Math.round((start + at) * rate)
  const count = Math.floor(seconds * rate)
  for (let i = 0; i < count && from + i < samples.length; i++) {
    const t = i / rate
    const attack = Math.min(1, t / 0.006)
    const release = Math.min(1, (seconds - t) / 0.03)
    const envelope = attack * release * Math.exp((-4 * t) / seconds)
    const wave = Math.sin(2 * Math.PI * hz * t) + 0.25 * Math.sin(4 * Math.PI * hz * t)
    samples[from + i] = (samples[from + i] ?? 0) + loudness * envelope * wave
  }
}

/** Longer than any sound, and than the output's delay. */
const restAfterMs = 2_000

let context: AudioContext | null = null
let isAllowed = false
let rest: ReturnType<typeof setTimeout> | undefined
let buffer: AudioBuffer | null = null
let slots: Sprite['slots'] | null = null

/** Runs the context for as long as a sound lasts: one that always runs keeps the phone's audio hardware awake. */
function wake(context: AudioContext): Promise<void> {
  clearTimeout(rest)
  rest = setTimeout(() => void context.suspend(), restAfterMs)
  return context.resume()
}

/** Browsers let a page sound only after a touch: called from one, so that the result of a round may be heard later. */
export function allowSound() {
  if (isAllowed || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  wake(context).then(
    () => {
      isAllowed = true
    },
    () => undefined, // the next touch tries again
  )
}

/** Plays a sound if the page may. */
export function playSound(sound: Sound) {
  if (!context || !isAllowed) return
  if (!buffer || !slots) {
    const sprite = renderSprite(context.sampleRate)
    buffer = context.createBuffer(1, sprite.samples.length, context.sampleRate)
    buffer.copyToChannel(sprite.samples, 0)
    slots = sprite.slots
  }
  const source = context.createBufferSource()
  source.buffer = buffer
  source.connect(context.destination)
  source.start(0, slots[sound].start, slots[sound].seconds)
  // Where the phone keeps the output, in a call: a sound that came later would tell nothing.
  wake(context).catch(() => source.disconnect())
}
