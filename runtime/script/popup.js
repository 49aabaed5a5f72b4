// What has opened for a control: a list of options, a menu, a calendar.

const popup = () => ({ open: false, role: '', options: [], busy: false, calendar: null });
