import { useMantineColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { styleNonce } from '../../shared/theme/style-nonce.ts'

export interface Waveform {
  isPlaying: boolean
  isReady: boolean
  /** Seconds. */
  position: number
  /** Seconds; 0 until it is known. */
  duration: number
  toggle: () => void
  seek: (seconds: number) => void
  setSpeed: (speed: number) => void
}

const colourOf = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim()

const heightPx = 112

interface Sound {
  address: string
  /** Seconds: where to start, kept up to date while it plays. */
  resumeAt: RefObject<number>
  onFailed: () => void
}

/** Draws a sound into `container` and plays it from where it stopped. */
export const useWaveform = (
  container: RefObject<HTMLDivElement | null>,
  { address, resumeAt, onFailed }: Sound,
): Waveform => {
  const { colorScheme } = useMantineColorScheme()
  const player = useRef<WaveSurfer | null>(null)
  const [state, setState] = useState({ isPlaying: false, isReady: false, position: 0, duration: 0 })
  const fail = useEffectEvent(onFailed)

  useEffect(() => {
    if (!container.current) return
    const change = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }))
    const waveSurfer = WaveSurfer.create({
      container: container.current,
      url: address,
      cspNonce: styleNonce(),
      height: heightPx,
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
    })
    player.current = waveSurfer
    waveSurfer.on('ready', (duration) => {
      change({ isReady: true, duration })
      if (resumeAt.current > 0) waveSurfer.setTime(resumeAt.current)
      // The person pressed play to get here. If the browser forbids it nonetheless, the button stays.
      void waveSurfer.play().catch(() => undefined)
    })
    waveSurfer.on('play', () => change({ isPlaying: true }))
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
      waveSurfer.destroy()
    }
  }, [container, address, resumeAt])

  useEffect(() => {
    if (colorScheme) {
      const accent = colourOf('--holdfast-accent')
      player.current?.setOptions({ waveColor: colourOf('--holdfast-wave'), progressColor: accent, cursorColor: accent })
    }
  }, [colorScheme])

  return {
    ...state,
    toggle: () => void (state.isReady && player.current?.playPause()),
    seek: (seconds) => player.current?.setTime(Math.max(0, Math.min(seconds, state.duration))),
    setSpeed: (speed) => player.current?.setPlaybackRate(speed, true),
  }
}
