export { calibrate } from './calibration.ts';
export { answerParent, type Child, type StartOptions, settingsFromParent, startChild } from './child.ts';
export { type StartedCommand, startCommand } from './command.ts';
export { holdToCores } from './cores.ts';
export { type ServiceFigures, type ServiceProcess, type ServiceSettings, startServiceProcess } from './service.ts';
