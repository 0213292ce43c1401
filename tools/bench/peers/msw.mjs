// What the bench uses of MSW.
export { http, HttpResponse } from 'msw';
export { setupServer } from 'msw/node';
