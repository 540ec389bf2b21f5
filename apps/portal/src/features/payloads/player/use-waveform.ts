import { useMantineColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { styleNonce } from '../../../shared/theme/style-nonce.ts'
import { reportPlayed } from './report-played.ts'
import type { Sound } from './use-sound.ts'
import { watchWaiting } from './watch-waiting.ts'

export interface Waveform {
  isPlaying: boolean
  isReady: boolean
  /** It should play, but waits for the server. */
  isWaiting: boolean
  /** Seconds. */
  position: number
  /** Seconds; 0 until it is known. */
  duration: number
  toggle: () => void
  seek: (seconds: number) => void
}

const colourOf = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim()

const heightPx = 112
/** Two lanes, one below the other, share the height. */
const lanes = [{ overlay: false }, { overlay: false }]

/** How a waveform is drawn. Without peaks wavesurfer would load and decode the whole recording. */
const lookOf = (peaks: Sound['peaks']) => {
  const isStereo = peaks?.channels.length === 2
  return {
    peaks: peaks?.channels ?? [[0]],
    ...(peaks && { duration: peaks.seconds }),
    ...(isStereo && { splitChannels: lanes }),
    cspNonce: styleNonce(),
    height: isStereo ? heightPx / 2 : heightPx,
    barWidth: 2,
    barGap: 2,
    barRadius: 2,
    barMinHeight: 2,
    cursorWidth: 2,
    normalize: true,
    dragToSeek: true,
    waveColor: colourOf('--holdfast-wave'),
    progressColor: colourOf('--holdfast-accent'),
    cursorColor: colourOf('--holdfast-accent'),
  }
}

interface Playing {
  sound: Sound
  /** 1 is the speed of the recording. */
  speed: number
  /** Seconds: where to start, kept up to date while it plays. */
  resumeAt: RefObject<number>
  /** Whether it plays once it is ready. The sound is not fetched before. */
  isAsked: boolean
  onPlay: () => void
  onFailed: () => void
  /** The browser has begun to load the sound; the waveform is drawn before that. */
  onReady: () => void
  /** The server knows which seconds were played. */
  onReported: () => void
}

/** Draws a sound into `container` and plays it from where it stopped. */
export const useWaveform = (
  container: RefObject<HTMLDivElement | null>,
  { sound, speed, resumeAt, isAsked, onPlay, onFailed, onReady, onReported }: Playing,
): Waveform => {
  const { colorScheme } = useMantineColorScheme()
  const player = useRef<WaveSurfer | null>(null)
  const [state, setState] = useState({ isPlaying: false, isReady: false, isWaiting: false, position: 0, duration: 0 })
  const fail = useEffectEvent(onFailed)
  const loaded = useEffectEvent(onReady)
  const reported = useEffectEvent(onReported)
  const isPlayedAtOnce = useEffectEvent(() => isAsked)
  const began = useEffectEvent(onPlay)
  const setSpeed = useEffectEvent(() => player.current?.setPlaybackRate(speed, true))
  const { address, peaks } = sound

  useEffect(() => {
    if (!container.current) return
    const change = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }))
    const waveSurfer = WaveSurfer.create({ ...lookOf(peaks), container: container.current, url: address })
    player.current = waveSurfer
    waveSurfer.on('ready', (duration) => {
      change({ isReady: true, duration })
      setSpeed()
      if (resumeAt.current > 0) waveSurfer.setTime(resumeAt.current)
      // If the browser forbids it although the person pressed play, the button stays.
      if (isPlayedAtOnce()) void waveSurfer.play().catch(() => undefined)
    })
    const media = waveSurfer.getMediaElement()
    // Set before wavesurfer sets the address. Fetching the sound is recorded as playing it.
    if (media && !isPlayedAtOnce()) media.preload = 'none'
    media?.addEventListener('loadedmetadata', () => loaded(), { once: true })
    const stopWatching = media ? watchWaiting(media, (isWaiting) => change({ isWaiting })) : () => undefined
    const stopReporting = media ? reportPlayed(media, address, () => reported()) : () => undefined
    waveSurfer.on('play', () => {
      change({ isPlaying: true })
      began()
    })
    waveSurfer.on('pause', () => change({ isPlaying: false }))
    waveSurfer.on('finish', () => change({ isPlaying: false }))
    waveSurfer.on('timeupdate', (position) => {
      change({ position })
      // While a sound loads, its position is 0.
      if (position > 0) resumeAt.current = position
    })
    waveSurfer.on('error', () => fail())
    return () => {
      player.current = null
      stopWatching()
      stopReporting()
      waveSurfer.destroy()
    }
  }, [container, address, peaks, resumeAt])

  useEffect(() => {
    if (colorScheme) {
      const accent = colourOf('--holdfast-accent')
      player.current?.setOptions({ waveColor: colourOf('--holdfast-wave'), progressColor: accent, cursorColor: accent })
    }
  }, [colorScheme])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the event reads the speed
  useEffect(() => setSpeed(), [speed])

  return {
    ...state,
    toggle: () => void (state.isReady && player.current?.playPause()),
    seek: (seconds) => player.current?.setTime(Math.max(0, Math.min(seconds, state.duration))),
  }
}
