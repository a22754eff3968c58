/** The house: what each room is like. It lives in the session state, so every conversation has its own. */
export type Home = Record<string, Room>;

export interface Room {
  light: boolean;
  celsius: number;
}

export function newHome(): Home {
  return {
    bedroom: { light: true, celsius: 19 },
    kitchen: { light: true, celsius: 21 },
    study: { light: false, celsius: 22 },
  };
}

const scenes: Record<string, Room> = {
  goodnight: { light: false, celsius: 17 },
  morning: { light: true, celsius: 21 },
};

/** The tools. Each gets the house and its arguments, and returns what the agent is told. */
export const tools = {
  get_device(home: Home, { room }: { room: string }) {
    const found = home[room];
    return found ? { ...found } : { error: `There is no ${room}.` };
  },
  set_light(home: Home, { room, on }: { room: string; on: boolean }) {
    const found = home[room];
    if (found) found.light = on;
    return { changed: found !== undefined };
  },
  set_temperature(home: Home, { room, celsius }: { room: string; celsius: number }) {
    const found = home[room];
    if (found) found.celsius = celsius;
    return { changed: found !== undefined };
  },
  run_scene(home: Home, { name }: { name: string }) {
    const scene = scenes[name];
    for (const room of Object.values(home)) Object.assign(room, scene);
    return { ran: scene !== undefined };
  },
};
