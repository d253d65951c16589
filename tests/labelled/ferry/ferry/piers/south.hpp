#pragma once

int south_depth();
