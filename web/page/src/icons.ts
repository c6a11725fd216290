/** The strokes of the icons of the controls, on a field of 20 by 20. */

export const ICONS = {
  first: 'M5 4v12M15.5 4.5 8.5 10l7 5.5z',
  back: 'M12.5 4.5 6 10l6.5 5.5',
  forward: 'M7.5 4.5 14 10l-6.5 5.5',
  last: 'M15 4v12M4.5 4.5l7 5.5-7 5.5z',
  undo: 'M7.5 4 4 7.5 7.5 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H8',
  redo: 'M12.5 4 16 7.5 12.5 11M16 7.5H8.500a4.5 4.5 0 0 0 0 9H12',
  hints: 'M10 2.500a5 5 0 0 0-2.6 9.300V14h5.200v-2.200A5 5 0 0 0 10 2.500zM8 17h4',
  engine: 'M6 4.500v11l9-5.500z',
  pause: 'M7 4.500v11M13 4.500v11',
  flip: 'M6.5 16V4M3.5 7l3-3 3 3M13.5 4v12M10.500 13l3 3 3-3',
  setup: 'M4 16l1-4 8.5-8.5 3 3L8 15z',
} as const;
