const noteMs = 140
const notes = [880, 1_175]

let context: AudioContext | null = null

/** Two short notes: something waits for a person. Where the browser allows no sound before a first press, they sound after it. */
export function chime() {
  context ??= new AudioContext()
  const { state } = context
  if (state === 'running') return play(context)
  void context.resume().then(() => context && play(context))
}

function play(context: AudioContext) {
  for (const [nth, frequency] of notes.entries()) {
    const from = context.currentTime + (nth * noteMs) / 1_000
    const tone = context.createOscillator()
    const loudness = context.createGain()
    tone.frequency.value = frequency
    loudness.gain.setValueAtTime(0.08, from)
    loudness.gain.exponentialRampToValueAtTime(0.001, from + noteMs / 1_000)
    tone.connect(loudness).connect(context.destination)
    tone.start(from)
    tone.stop(from + noteMs / 1_000)
  }
}
