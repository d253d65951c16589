#pragma once

int west_depth();
